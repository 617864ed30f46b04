/** Checks the README: its first lines, its commands, its code blocks, its images and its length. */
import { fragmentsOf } from "../../test/support/fragments.ts"
import { readVersion } from "../version.ts"
import { lineAt, lineOf, type Problem, type Repository } from "./Repository.ts"

const path = "README.md"

/** The subject, the service, and the independence of the project. */
const inFirstLines = ["Effect", "Stack Auth", "hosted or self-hosted", "independent"]

const commands = ["npm install && npm start", "npm install && npm test"]

/** The entry points whose use is shown. */
const uses = ["latchkey", "latchkey/promise", "latchkey/react", "latchkey/emulator"]

const longest = 200

export const checkReadme = ({ exists, read }: Repository): ReadonlyArray<Problem> => {
  const text = read(path)
  const lines = text.split("\n").length
  const shown = [...fragmentsOf(text), ...fragmentsOf(text, "tsx")]
  const { isReleased, version } = readVersion(read)
  const status = `${version} is not released`
  const pictures = Array.from(text.matchAll(/docs\/images\/[\w.-]+/g))
  const messages: ReadonlyArray<string> = [
    ...inFirstLines.filter((words) => !text.slice(0, 1200).includes(words))
      .map((words) => `the first 1,200 characters do not contain "${words}"; add it`),
    ...commands.filter((command) => !text.includes(command)).map((command) => `lacks the command ${command}; add it`),
    ...uses.filter((entry) => !shown.some((fragment) => fragment.includes(`from "${entry}"`)))
      .map((entry) => `no code block imports from "${entry}"; add one`),
    ...pictures.length < 2 ? [`shows ${pictures.length} images; show at least 2 of docs/images`] : [],
    ...isReleased === text.includes(status)
      ? [isReleased ? `says "${status}", and the changelog does not; remove it` : `does not say "${status}"; add it`]
      : [],
    ...lines > longest ? [`has ${lines} lines; shorten it to ${longest}`] : []
  ]
  return [
    ...messages.map((message): Problem => ({ path, message })),
    ...shown.filter((fragment) => !fragment.includes("import ")).map((fragment): Problem => ({
      path,
      line: lineOf(text, fragment),
      message: "the code block has no import, so it is not compiled; add its imports"
    })),
    ...pictures.filter(([picture]) => !exists(picture) || read(picture) === "").map((
      { 0: picture, index }
    ): Problem => ({
      path,
      line: lineAt(text, index),
      message: `the image ${picture} is missing or empty`
    })),
    ...Array.from(text.matchAll(/<img [^>]*>|!\[[^\]]*\]/g))
      .filter(([image]) => !/alt="[^"]{10,}"|!\[.{10,}\]/.test(image))
      .map(({ index }): Problem => ({
        path,
        line: lineAt(text, index),
        message: "the image has no alternative text of at least 10 characters; describe the image"
      }))
  ]
}
