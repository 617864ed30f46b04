/** The code on an error's page: it handles the error of a call that fails with it. */
import { getCode } from "../../src/wire/errorCodes.ts"
import type { ErrorDescription } from "./describeErrors.ts"
import type { FoundCall } from "./findCalls.ts"

/** The reasons of an `ApiError`, which every call can have. With promises, they are the error itself. */
export type Reasons = ReadonlySet<string>

/** The statements that create a client, by its name. */
const clients: Readonly<Record<string, string>> = {
  auth: `import { auth } from "./auth.ts"`,
  server: `import { createServerClient } from "latchkey/promise/server"\n\nconst server = createServerClient()`,
  admin: `import { createAdminClient } from "latchkey/promise/admin"\n\nconst admin = createAdminClient()`
}

const promiseExample = (name: string, input: string, condition: string): string =>
  `${clients[name.split(".")[0]!]}

export const attempt = async (${input === "" ? "" : `\n  ...input: Parameters<typeof ${name}>\n`}): Promise<string> => {
  const { error } = await ${name}(${input})
  if (${condition}) return error.message
  return error === null ? "Done" : "Something went wrong."
}`

const effectExample = ({ entry, hasInput, isFunction, name }: FoundCall, handler: string): string => {
  const parameters = hasInput ? `(...input: Parameters<typeof ${name}>) =>\n  ` : ""
  const call = hasInput ? `${name}(...input)` : isFunction ? `${name}()` : name
  const indent = hasInput ? "    " : "  "
  return `import * as Effect from "effect/Effect"
import { ${name.split(".")[0]} } from "${entry}"

export const attempt = ${parameters}${call}.pipe(
${indent}${handler}
${indent.slice(2)})`
}

const tabs = (promise: string | undefined, effect: string | undefined): ReadonlyArray<string> => [
  ...promise === undefined ? [] : [`\`\`\`ts tab="Promise"\n${promise}\n\`\`\``],
  ...effect === undefined ? [] : [`\`\`\`ts tab="Effect"\n${effect}\n\`\`\``]
]

const getUser: FoundCall = {
  name: "CurrentUser.get",
  entry: "latchkey",
  hasInput: false,
  isFunction: true,
  isPromise: false,
  isGeneric: false,
  isStream: false
}

const succeed = `({ message }) => Effect.succeed(message)`

/** Returns the code blocks of an error's page. None for an error that no example can provoke. */
export const exampleOf = (
  { code, otherwise, tag }: ErrorDescription,
  calls: ReadonlyArray<FoundCall>,
  reasons: Reasons
): ReadonlyArray<string> => {
  if (reasons.has(tag)) {
    return tabs(
      promiseExample("auth.getUser", "", `error?.code === "${code}"`),
      effectExample(getUser, `Effect.catchReason("ApiError", "${tag}", ${succeed})`)
    )
  }
  const usable = calls.filter(({ isGeneric, isStream }) => !isGeneric && !isStream)
  // With promises, the error is the reason of an `ApiError`.
  const promise = tag === "ApiError"
    ? undefined
    : usable.find(({ isPromise, name }) => isPromise && /^[a-z]/.test(name))
  const effect = usable.find(({ isPromise }) => !isPromise)
  if (promise !== undefined || effect !== undefined) {
    return tabs(
      promise && promiseExample(promise.name, promise.hasInput ? "...input" : "", `error?.code === "${code}"`),
      effect && effectExample(effect, `Effect.catchTag("${tag}", ${succeed})`)
    )
  }
  const reason = [...reasons].find((reason) => otherwise.includes(`the reason \`${reason}\``))
  if (reason === undefined) return []
  return tabs(
    promiseExample("auth.getUser", "", `error?.code === "${getCode(reason)}" && error.error.code === "${code}"`),
    effectExample(
      getUser,
      `Effect.catchReason("ApiError", "${reason}", ({ error, message }) =>\n    Effect.succeed(error.code === "${code}" ? message : "Something went wrong."))`
    )
  )
}
