/** Arguments for the texts that are functions. */
import type { Texts } from "latchkey/react"
import { ar } from "latchkey/react/texts/ar"
import { de } from "latchkey/react/texts/de"
import { es } from "latchkey/react/texts/es"
import { fr } from "latchkey/react/texts/fr"
import { it } from "latchkey/react/texts/it"
import { ja } from "latchkey/react/texts/ja"
import { ko } from "latchkey/react/texts/ko"
import { nl } from "latchkey/react/texts/nl"
import { ptBR } from "latchkey/react/texts/pt-BR"
import { zhCN } from "latchkey/react/texts/zh-CN"
import * as en from "../../../react/texts/en/errors.ts"
import type { CodeRefused } from "../../../src/pages/HandlerPages.ts"

/** The tables that ship with the library, apart from the English one. */
export const tables = { ar, de, es, fr, it, ja, ko, nl, "pt-BR": ptBR, "zh-CN": zhCN } as const

export type Language = keyof typeof tables

type Arguments = ReadonlyArray<unknown>

const each = (values: ReadonlyArray<unknown>): ReadonlyArray<Arguments> => values.map((value) => [value])
const tags: ReadonlyArray<CodeRefused["error"]["_tag"]> = [
  "VerificationCodeAlreadyUsed",
  "VerificationCodeExpired",
  "VerificationCodeMaxAttemptsReached",
  "VerificationCodeNotFound"
]
const codes = [undefined, ...Object.keys(en.oauthErrors)]
const counts = each([0, 1, 2, 3, 7, 11, 30, 90, 100, 365])
const date = each([new Date("2026-11-22T14:05:00Z")])

/** The arguments of functions whose parameters are not text. */
const special: Readonly<Record<string, ReadonlyArray<Arguments>>> = {
  "agentConsentGiven.title": each([true, false]),
  "agentConsentRefused.text": each(["expired", "framed", "notAvailable"]),
  "agentConsentRefused.title": each(["expired", "framed", "notAvailable"]),
  "apiKeys.inDays": counts,
  "codeRefused.startOver": each(["magicLinkCallback", "emailVerification", "passwordReset", "teamInvitation"]),
  "codeRefused.text": each(tags),
  "common.resendIn": counts,
  "emailVerified.text": each([true, false]),
  "errorPage.text": each(codes.map((code) => ({ code }))),
  "errors.PasswordTooLong": counts.map(([maxLength]) => [{ details: { maxLength } }]),
  "errors.PasswordTooShort": counts.map(([minLength]) => [{ details: { minLength } }]),
  "lists.results": counts,
  "lists.shown": [[20, 120]],
  "locale.date": date,
  "locale.dateTime": date,
  "reasons.NetworkFailure": each([{ diagnostics: { offline: true } }, { diagnostics: { offline: false } }]),
  "reasons.UndeclaredError": each([{ message: "First" }]),
  "signInRequired.text": each([
    "teamInvitation",
    "cliAuthConfirm",
    "agentConsent",
    "accountSettings",
    "teamSettings",
    "onboarding"
  ]),
  "signUp.passwordHint": counts,
  "teamMembers.permission": each([
    "team_admin",
    "team_member",
    "$delete_team",
    "$invite_members",
    "$manage_api_keys",
    "$read_members",
    "$remove_members",
    "$update_team"
  ])
}

/** The arguments that mark their place in a text. */
export const markers = ["First", "Second", "Third"]

/** Returns the texts of a table by name, such as `signIn.title`, those of functions for each sample. */
export const textsOf = (table: Texts): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([section, texts]) =>
      Object.entries(texts).flatMap(([key, text]: [string, unknown]): Array<[string, string]> => {
        const name = `${section}.${key}`
        if (typeof text !== "function") return [[name, String(text)]]
        return (special[name] ?? [markers]).map((sample) => [`${name}(${JSON.stringify(sample)})`, text(...sample)])
      })
    )
  )
