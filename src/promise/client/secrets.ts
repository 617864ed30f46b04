/** Secrets in results: plain strings that a console and JSON do not show. */
import * as Redacted from "effect/Redacted"
import { isPlainObject } from "../../session/optionNames.ts"

/** A value whose `Redacted` properties are plain strings. They are not enumerable, so that logs do not contain them. */
export type Plain<T> = T extends Redacted.Redacted<infer A> ? A
  : T extends Date | string | number | boolean | null | undefined ? T
  : T extends ReadonlyArray<infer A> ? ReadonlyArray<Plain<A>>
  : { readonly [K in keyof T]: Plain<T[K]> }

/** Copies a value with its secrets as plain strings. @internal */
export const toPlainSecrets = <T>(value: T): Plain<T> => copy(value) as Plain<T>

const copy = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(copy)
  if (!isPlainObject(value)) return value
  const copied = {}
  for (const [key, part] of Object.entries(value)) {
    Object.defineProperty(copied, key, {
      value: copy(part),
      enumerable: !Redacted.isRedacted(part),
      configurable: true,
      writable: true
    })
  }
  return copied
}

/** Copies a change for the service, with the secrets in objects from {@link toPlainSecrets}. @internal */
export const showSecrets = <T>(value: T): T => copyAll(value) as T

const copyAll = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyAll)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, copyAll(value[name])]))
}
