import * as Redacted from "effect/Redacted"
import type { Finding } from "./Check.ts"
import type { Subject } from "./Subject.ts"
import { getKeyKind } from "./variables.ts"

/** Returns the report as text. With `isFull`, it contains lines to copy. */
export const printText = (findings: ReadonlyArray<Finding>, { isFull }: { readonly isFull: boolean }): string => {
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2
  const indentation = " ".repeat(11 + width)
  return findings.map(({ check, fix, hint, status, text }) =>
    [
      `  ${status.padEnd(9)}${check.padEnd(width)}${text}`,
      ...fix === undefined ? [] : [`${indentation}Fix: ${fix}`],
      ...hint === undefined || !isFull ? [] : hint.split("\n").map((line) => `${indentation}  ${line}`.trimEnd())
    ].join("\n")
  ).join("\n")
}

export const printJson = (findings: ReadonlyArray<Finding>): string =>
  JSON.stringify({ status: getStatus(findings), checks: findings }, undefined, 2)

export const getStatus = (findings: ReadonlyArray<Finding>): "ok" | "warning" | "problem" =>
  (["problem", "warning"] as const).find((status) => findings.some((finding) => finding.status === status)) ?? "ok"

/** Returns the number of findings for each status, such as `1 problem, 9 ok`. */
export const printCounts = (findings: ReadonlyArray<Finding>): string =>
  (["problem", "warning", "ok", "skipped"] as const).flatMap((status) => {
    const count = findings.filter((finding) => finding.status === status).length
    const plural = count > 1 && (status === "problem" || status === "warning") ? "s" : ""
    return count === 0 ? [] : [`${count} ${status}${plural}`]
  }).join(", ")

/** Removes secrets from a text. No check puts one into a finding; this is a second defense. */
export const removeSecrets = (text: string, { secretServerKey, superSecretAdminKey, variables }: Subject): string => {
  const secrets = [
    ...[secretServerKey, superSecretAdminKey].flatMap((key) => key === undefined ? [] : [Redacted.value(key)]),
    ...variables.flatMap(({ name, value }) =>
      /SECRET|HEADERS/.test(name) || /secret/.test(getKeyKind(value) ?? "") ? [value] : []
    )
  ].flatMap((secret) => [secret, secret.trim(), encodeURIComponent(secret)]).filter((secret) => secret.length >= 8)
  return secrets.reduce((result, secret) => result.replaceAll(secret, "[secret]"), text)
}
