/** Codecs for the collections in rows, for files with an emulator's state. */
import type * as Types from "effect/Types"
import * as base64url from "jose/base64url"
import {
  array,
  check,
  type Codec,
  type Fields,
  finite,
  integer,
  object,
  optional,
  string,
  type StructCodec,
  type StructType,
  transform,
  withDefault
} from "../../wire/Codec.ts"
import { struct } from "../../wire/Struct.ts"
import { lastMillis } from "./dates.ts"

/** Creates a row's codec from the fields that stay the same and the fields that change. */
export const row = <const F extends Fields, const C extends Fields>(
  fixed: F,
  changing: C
): StructCodec<StructType<F> & Types.Mutable<StructType<C>>> =>
  // Sound: decoding creates an object with all fields.
  struct({ ...fixed, ...changing }) as StructCodec<unknown> as StructCodec<never>

/** Creates the codec for a field that is always present and may be `undefined`. */
export const maybe = <A>(codec: Codec<A>): Codec<A | undefined> => withDefault(optional(codec), undefined)

/** A time that a `Date` can represent. */
export const millis = /*#__PURE__*/ check(finite, (value) => Math.abs(value) <= lastMillis, "a time in milliseconds")

export const natural = /*#__PURE__*/ check(integer, (value) => value >= 0, "a natural number")

/** Creates the codec for a list that rows may change. */
// Sound: decoding creates the array.
export const list = array as <A>(item: Codec<A>) => Codec<Array<A>>

// Sound: the check tests the class, and the JSON determines the contents.
const instanceOf = <A>(Class: abstract new(...args: never) => unknown, expected?: string) =>
  check(object, (value) => value instanceof Class, expected) as Codec<unknown> as Codec<A>

/** The codec for a set of strings. */
export const stringSet: Codec<Set<string>> = /*#__PURE__*/ transform(
  array(string),
  instanceOf<Set<string>>(Set),
  (items) => new Set(items),
  (set) => [...set]
)

const byKey = <A, M extends Map<string, A>>(
  row: Codec<A>,
  keyOf: (row: A) => string,
  make: () => M
): Codec<M> =>
  transform(
    array(row),
    instanceOf<M>(Map, "a list without duplicates"),
    (list) => {
      const map = make()
      for (const each of list) map.set(keyOf(each), each)
      // The list is not a map, so the codec rejects it.
      return map.size === list.length ? map : list
    },
    (map) => [...map.values()]
  )

/** Creates the codec for rows by key. */
export const mapOf = <A>(row: Codec<A>, keyOf: (row: A) => string) => byKey(row, keyOf, () => new Map<string, A>())

/** Creates the codec for rows by id. */
export const mapById = <A extends { readonly id: string }>(row: Codec<A>) => mapOf(row, ({ id }) => id)

/** Creates the codec for a table. `make` creates the empty table. */
export const tableOf = <A extends { readonly id: string }, M extends Map<string, A>>(row: Codec<A>, make: () => M) =>
  byKey(row, ({ id }) => id, make)

/** Creates the codec for a map whose values do not contain their keys. */
export const entriesOf = <A, K extends string = string>(
  value: Codec<A>,
  // Sound: without a codec for the keys, `K` is `string`.
  key: Codec<K> = string as Codec<string> as Codec<K>
): Codec<Map<K, A>> =>
  transform(
    array(struct({ key, value })),
    instanceOf<Map<K, A>>(Map, "a list without duplicates"),
    (entries) => {
      const map = new Map(entries.map(({ key, value }) => [key, value]))
      return map.size === entries.length ? map : entries
    },
    (map) => Array.from(map, ([key, value]) => ({ key, value }))
  )

/** Creates the codec for bytes, with an exact length if given. */
export const bytes = (length?: number): Codec<Uint8Array> =>
  transform(
    check(
      string,
      (text) => /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text) && (length === undefined || getByteLength(text) === length),
      `${length === undefined ? "" : `${length} bytes in `}base64url`
    ),
    instanceOf<Uint8Array>(Uint8Array),
    base64url.decode,
    base64url.encode
  )

const getByteLength = (text: string): number => Math.floor(text.length * 3 / 4)
