/** The errors in the tables of the sign-in pages. */
import type { Read } from "../../scripts/repository.ts"

/** The functions on the sign-in pages: each error in their types is in a table of the page. */
const flows: Readonly<Record<string, string>> = {
  anonymous: "Anonymous.signUp",
  "command-line": "Cli.login Cli.signIn Cli.confirm CommandLine.signIn CommandLine.login",
  "email-verification":
    "ContactChannels.checkCode ContactChannels.verify ContactChannels.sendVerificationEmail CurrentUser.sendVerificationEmail HandlerPages.emailVerification",
  "magic-link":
    "MagicLink.send MagicLink.checkCode MagicLink.signIn EmailCode.send EmailCode.SentCode.prototype.signIn",
  navigation: "Navigation.make Navigation.redirect Navigation.redirectTo Navigation.redirectAfterSignIn",
  oauth:
    "OAuth.start OAuth.signIn OAuth.link OAuth.callback OAuth.callbackAt OAuth.callbackAndRedirect OAuth.redirectAfterCallback ConnectedAccounts.get",
  pages: "HandlerPages.open",
  passkeys: "Passkey.register Passkey.signIn",
  password:
    "Password.signIn Password.signUp Password.update Password.set Password.sendResetCode Password.checkResetCode Password.reset Password.checkNew",
  "team-invitations":
    "TeamInvitations.send TeamInvitations.list TeamInvitations.revoke TeamInvitations.checkCode TeamInvitations.getDetails TeamInvitations.accept HandlerPages.teamInvitation",
  "two-factor": "Mfa.ask Mfa.Continuation.prototype.complete Totp.generate Totp.enable Totp.disable"
}

/** The codes and the errors in a page's tables: the names in the first column, or in the second one after a column of codes. */
const namesIn = (text: string): { readonly codes: ReadonlyArray<string>; readonly errors: ReadonlyArray<string> } => {
  let hasCodes = false
  const codes: Array<string> = []
  const errors: Array<string> = []
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) hasCodes = false
    if (line.startsWith("| `error.code`")) hasCodes = true
    else if (line.startsWith("| `")) {
      const [first = "", second = ""] = line.split("|").slice(1)
      const read = (cell: string) => Array.from(cell.matchAll(/`([A-Z]\w+)`/g), ([, name]) => name!)
      if (hasCodes) codes.push(...read(first))
      errors.push(...read(hasCodes ? second : first))
    }
  }
  return { codes, errors }
}

/**
 * Returns a program that compiles if each page's tables contain all errors of its functions, and only codes that errors of
 * some function have.
 */
export const errorTables = (read: Read): string =>
  [
    `import type * as Effect from "effect/Effect"`,
    `import * as Latchkey from "latchkey"`,
    `import { CommandLine } from "latchkey/cli"`,
    `const All = { ...Latchkey, CommandLine }`,
    `type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never`,
    `type CodeOf<E> = E extends { readonly _tag: "ApiError"; readonly reason: infer Reason } ? CodeOf<Reason> : E extends { readonly code: infer Code } ? Code : never`,
    `type Errors<F> = F extends Effect.Effect<any, infer E, any> ? E : F extends {`,
    ...[1, 2, 3].map((index) => `  (...args: any): Effect.Effect<any, infer E${index}, any>`),
    `} ? E1 | E2 | E3 : { readonly _tag: "no effect" }`,
    `type Tag<F> = TagOf<Errors<F>>`,
    `type AnyCode = ${
      Object.values(flows).join(" ").split(" ").map((name) => `CodeOf<Errors<typeof All.${name}>>`).join(" | ")
    }`,
    ...Object.entries(flows).flatMap(([page, functions]) => {
      const { codes, errors } = namesIn(read(`docs/${page}.md`))
      const names = functions.split(" ")
      const unknown = `Exclude<${[...codes.map((code) => JSON.stringify(code)), "never"].join(" | ")}, AnyCode>`
      return [
        `;(true) satisfies [${unknown}] extends [never] ? true : { ${
          JSON.stringify(`no code in docs/${page}.md`)
        }: ${unknown} }`,
        ...names.map((name) => {
          const missing = `Exclude<Tag<typeof All.${name}>, ${
            errors.map((error) => JSON.stringify(error)).join(" | ")
          }>`
          const label = `missing in docs/${page}.md of ${name}`
          return `;(true) satisfies [${missing}] extends [never] ? true : { ${JSON.stringify(label)}: ${missing} }`
        })
      ]
    })
  ].join("\n")
