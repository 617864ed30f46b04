/** Checks that the table of docs/compatibility.md is current, and has every endpoint of only one generation. */
import { endpoints } from "../../src/wire/endpoints.ts"
import { givenByCaller, optionsOf, pagePath, pageText, rows, toCamelCasePath } from "../compatibility.ts"
import { firstDifference, lineOf, type Problem, type Repository } from "./Repository.ts"

const script = "scripts/compatibility.ts"

/** One function of each level, two of them with indirect calls: the script has to find them. */
const found = ["client Password.signUp", "client Session.signOut", "server Users.stream", "admin Emails.listSent"]

/** Fields of 2026 that functions fill in. */
const filledIn = ["botChallengePhase", "botChallengeToken", "botChallengeUnavailable", "mode", "stackResponseMode"]

export const checkCompatibilityPage = async ({ read }: Repository): Promise<ReadonlyArray<Problem>> => {
  const all = await rows(read)
  const code = read(script)
  const problems: Array<Problem> = []

  const page = read(pagePath)
  const line = firstDifference(page, pageText(page, all))
  if (line !== undefined) {
    problems.push({ path: pagePath, line, message: "the table is not current; run npm run generate" })
  }

  const names = new Set(all.map(({ name }) => name))
  const levels = new Set(all.map(({ level, name }) => `${level} ${name}`))
  for (const name of found) {
    if (!levels.has(name)) problems.push({ path: script, message: `does not find the endpoints of ${name}` })
  }
  if (all.length <= 200) problems.push({ path: script, message: `finds only ${all.length} functions with endpoints` })
  const stream = all.find(({ name }) => name === "Users.stream")
  if (stream?.added.includes("includeAnonymous") !== true || stream.generations.join(" ") !== "2025 2026") {
    problems.push({
      path: script,
      message: "does not find that Users.stream needs 2026 for includeAnonymous only; correct the search for endpoints"
    })
  }

  for (const name of [...givenByCaller, ...Object.keys(optionsOf)]) {
    if (!names.has(name)) {
      problems.push({ path: script, line: lineOf(code, `"${name}"`), message: `${name} does not exist; remove it` })
    }
  }

  const shown = new Set(all.flatMap(({ added }) => added))
  const added = new Set(endpoints.flatMap(({ addedFields }) => addedFields.map(toCamelCasePath)))
  for (const field of added) {
    if (!shown.has(field) && !filledIn.includes(field)) {
      problems.push({
        path: script,
        message: `no row has ${field}, a field of 2026; add the functions that take it to givenByCaller`
      })
    }
  }
  for (const field of filledIn) {
    if (!added.has(field) || shown.has(field)) {
      problems.push({
        path: "scripts/checks/compatibilityPage.ts",
        message: `${field} is no field that functions fill in; remove it from filledIn`
      })
    }
  }
  return problems
}
