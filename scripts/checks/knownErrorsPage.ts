/** Checks that docs/known-errors.md is current and complete, and consistent with the types of the calls. */
import { endpoints } from "../../src/wire/endpoints.ts"
import {
  classes,
  codesFiles,
  describeErrors,
  elsewhere,
  pagePath,
  pageText,
  tagsPath,
  tagsText
} from "../knownErrors.ts"
import { firstDifference, type Problem, type Repository } from "./Repository.ts"

const script = "scripts/knownErrors.ts"
const catalogue = "src/wire/KnownErrors.ts"

/** Descriptions used internally by a session, and the effect of their errors. */
const internal: Readonly<Record<string, string>> = {
  "oauth.authorize": "the browser is redirected there, and shows them",
  "oauth.callback": "the browser returns there, and is redirected to the page that shows them",
  "oauth.refresh": "ends the session",
  "sessions.signOut": "the session has ended already, as intended",
  "sessions.refreshCurrent": "ends the session"
}

/** Errors that no service sends, with a call that fails with each, from a response or from the browser. */
const madeHere = {
  CliAuthError: "Cli.login",
  CliAuthExpiredError: "Cli.login",
  CliAuthUsedError: "Cli.login",
  PasskeyWebAuthnError: "Passkey.signIn"
}

/** Calls that the script has to find by their types. */
const found: ReadonlyArray<readonly [tag: string, call: string]> = [
  ...Object.entries(madeHere).map(([tag, call]) => [tag, `\`${call}\``] as const),
  ["EmailPasswordMismatch", "`Password.signIn`"],
  ["UserNotFound", "`Users.get` (server)"],
  ...["MagicLink.signIn", "Mfa.signIn", "Password.reset", "Passkey.completeSignIn", "ContactChannels.verify"].map((
    call
  ) => ["VerificationCodeExpired", `\`${call}\``] as const)
]

/** A call that the script must not find, because its type lacks the error. */
const absent = ["EmailPasswordMismatch", "`Password.signUp`"] as const

export const checkKnownErrorsPage = ({ filesAt, read }: Repository): ReadonlyArray<Problem> => {
  const described = describeErrors(read)
  const { calls, comments } = described
  const tags = [...classes.keys()].filter((tag) => tag !== "UnsupportedError")
  const listed = new Set(
    [...endpoints.flatMap((endpoint) => endpoint.errors.map(({ tag }) => tag)), ...Object.keys(madeHere)]
  )
  const generated = [
    [pagePath, pageText(described)],
    ...codesFiles(read, filesAt("src")),
    [tagsPath, tagsText()]
  ] as const
  return [
    ...generated.flatMap(([path, text]) => {
      const line = firstDifference(read(path), text)
      return line === undefined ? [] : [{ path, line, message: "is not current; run npm run generate" }]
    }),
    ...tags.filter((tag) => !comments.has(tag)).map((tag) => ({
      path: catalogue,
      message: `${tag} has no one-line comment with its cause, and its fix after "Handling:"; write one`
    })),
    ...[...comments.keys()].filter((tag) => !tags.includes(tag)).map((tag) => ({
      path: catalogue,
      message: `${tag} has a comment, and is no error of the service; remove it`
    })),
    ...endpoints.filter(({ id }) => !Object.hasOwn(internal, id)).flatMap(({ errors, id }) =>
      errors.filter(({ tag }) => !calls.has(tag) && !elsewhere.has(tag)).map(({ tag }) => ({
        path: script,
        message: `finds no call that fails with ${tag}, an error of ${id}; add it to the type of a call`
      }))
    ),
    ...[...calls.keys()].filter((tag) => !listed.has(tag)).map((tag) => ({
      path: script,
      message: `finds calls that fail with ${tag}, which no endpoint declares; remove it from their types`
    })),
    ...found.filter(([tag, call]) => calls.get(tag)?.includes(call) !== true).map(([tag, call]) => ({
      path: script,
      message: `does not find that ${call} fails with ${tag}`
    })),
    ...calls.get(absent[0])?.includes(absent[1]) === true
      ? [{ path: script, message: `finds wrongly that ${absent[1]} fails with ${absent[0]}` }]
      : []
  ]
}
