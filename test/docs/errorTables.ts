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
    "TeamInvitations.send TeamInvitations.list TeamInvitations.revoke TeamInvitations.checkCode TeamInvitations.details TeamInvitations.accept HandlerPages.teamInvitation",
  "two-factor": "Mfa.ask Mfa.Continuation.prototype.complete Totp.generate Totp.enable Totp.disable"
}

/** The errors in a page's tables: the names in their first columns. */
const errorsIn = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line.startsWith("| `")).flatMap((line) =>
    Array.from(line.split("|")[1]!.matchAll(/`([A-Z]\w+)`/g), ([, name]) => name!)
  )

/** Returns a program that compiles if each page's tables contain all errors of its functions. */
export const errorTables = (read: Read): string =>
  [
    `import type * as Effect from "effect/Effect"`,
    `import * as Latchkey from "latchkey"`,
    `import { CommandLine } from "latchkey/cli"`,
    `const All = { ...Latchkey, CommandLine }`,
    `type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never`,
    `type Tag<F> = F extends Effect.Effect<any, infer E, any> ? TagOf<E> : F extends {`,
    ...[1, 2, 3].map((index) => `  (...args: any): Effect.Effect<any, infer E${index}, any>`),
    `} ? TagOf<E1 | E2 | E3> : "no effect"`,
    ...Object.entries(flows).flatMap(([page, functions]) => {
      const errors = errorsIn(read(`docs/${page}.md`)).map((name) => JSON.stringify(name))
      return functions.split(" ").flatMap((name) => {
        const missing = `Exclude<Tag<typeof All.${name}>, ${errors.join(" | ")}>`
        const label = `missing in docs/${page}.md of ${name}`
        return `;(true) satisfies [${missing}] extends [never] ? true : { ${JSON.stringify(label)}: ${missing} }`
      })
    })
  ].join("\n")
