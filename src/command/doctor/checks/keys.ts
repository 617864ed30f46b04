import * as Redacted from "effect/Redacted"
import type { Answer } from "../askService.ts"
import { type Check, type Finding, makeFindings } from "../Check.ts"
import type { Subject } from "../Subject.ts"
import { getKeyKind, getUsualNameFor, type KeyKind } from "../variables.ts"

/** Checks the publishable client key, the secret server key and the super secret admin key. */
export const checkKeys: Check = (subject, { admin, client, server }) => {
  const { secretServerKey, superSecretAdminKey } = subject
  return [
    checkKey(subject, "publishableClientKey", subject.publishableClientKey, client),
    checkKey(subject, "secretServerKey", secretServerKey && Redacted.value(secretServerKey), server),
    checkKey(subject, "superSecretAdminKey", superSecretAdminKey && Redacted.value(superSecretAdminKey), admin)
  ]
}

type KeyOption = "publishableClientKey" | "secretServerKey" | "superSecretAdminKey"

const keys: Readonly<Record<KeyOption, { readonly check: string; readonly kind: KeyKind; readonly error: string }>> = {
  publishableClientKey: {
    check: "publishable-key",
    kind: "publishable client key",
    error: "INVALID_PUBLISHABLE_CLIENT_KEY"
  },
  secretServerKey: { check: "secret-key", kind: "secret server key", error: "INVALID_SECRET_SERVER_KEY" },
  superSecretAdminKey: { check: "admin-key", kind: "super secret admin key", error: "INVALID_SUPER_SECRET_ADMIN_KEY" }
}

const checkKey = (subject: Subject, option: KeyOption, value: string | undefined, answer: Answer): Finding => {
  const { check, error, kind } = keys[option]
  const { fail, pass, skip } = makeFindings(check)
  const variable = subject.found[option]
  const name = variable?.name ?? option
  const actual = value === undefined ? undefined : getKeyKind(value)
  if (actual !== undefined && actual !== kind) {
    return fail(
      `${name} contains a ${actual} instead of a ${kind}.`,
      kind === "publishable client key"
        ? `Delete that key in the dashboard if browsers could load it, and set ${name} to the ${kind}.`
        : `Set ${name} to the ${kind} of the project.`
    )
  }
  if (value === undefined) return checkMissing(subject, option, answer)
  if (answer._tag === "Refused") return describeRefusal(check, name, kind, error, answer)
  return answer._tag === "Accepted"
    ? pass(`The service accepts the ${kind}${option === "publishableClientKey" ? ` …${value.slice(-4)}` : ""}.`)
    : skip(`The ${kind} was not checked, because the service did not answer.`)
}

const checkMissing = (subject: Subject, option: KeyOption, answer: Answer): Finding => {
  const { check, kind } = keys[option]
  const { fail, pass, skip, warn } = makeFindings(check)
  const { framework } = subject.project
  const name = getUsualNameFor(framework, option)
  if (option === "publishableClientKey") {
    if (answer._tag === "Accepted") return pass("The project requires no publishable client key.")
    if (answer._tag !== "Refused") return skip("No publishable client key is configured.")
    if (/CLIENT_KEY_REQUIRED|CLIENT_AUTHENTICATION_REQUIRED/.test(answer.error ?? "")) {
      return fail("The project requires a publishable client key.", `Set ${name} to the key of the dashboard.`)
    }
    return describeRefusal(check, name, kind, "", answer)
  }
  if (option === "secretServerKey" && (framework === "next" || framework === "effect-server")) {
    return warn(
      "No secret server key is configured. Servers need it for permissions, API keys and the functions of latchkey/server.",
      `Create a key in the dashboard, and set ${name}.`
    )
  }
  return skip(`No ${kind} is configured.`)
}

const describeRefusal = (
  check: string,
  name: string,
  kind: KeyKind,
  invalidKey: string,
  { error, status }: Extract<Answer, { readonly _tag: "Refused" }>
): Finding => {
  const { fail } = makeFindings(check)
  if (error === "CURRENT_PROJECT_NOT_FOUND" || error === "PROJECT_NOT_FOUND") {
    return fail("The service has no project with this id.", "Copy the project id from the dashboard of this service.")
  }
  if (error === invalidKey) {
    return fail(
      `The service refuses the ${kind} in ${name}: it is wrong, expired, deleted or from another project.`,
      "Copy the project id and the key from the dashboard of the same project."
    )
  }
  return fail(
    `The service refuses the ${kind} with the status ${status}${error === undefined ? "" : ` and the error ${error}`}.`,
    "Copy the project id and the keys from the dashboard of the same project."
  )
}
