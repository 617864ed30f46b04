/** The user table, in sign-up order, with a search. */
import { Table } from "./Table.ts"

/** The user fields that the search reads. */
export interface SearchableUser {
  readonly id: string
  readonly displayName: string | null
  readonly contactChannels: ReadonlyArray<{ readonly value: string }>
}

interface Entry<U> {
  readonly user: U
  readonly position: number
  /** The name and the emails in lower case. */
  readonly text: string
}

/** Selects users. */
export interface UserSelection {
  /** The first user's id. Reading starts at the first or last user if there is no such user. */
  readonly from?: string | undefined
  readonly isReversed?: boolean | undefined
  readonly ids?: Iterable<string> | undefined
  /** Selects only users whose name or email contains this text in lower case. */
  readonly text?: string | undefined
  /** Also selects users whose id starts with `text`. */
  readonly searchesIds?: boolean | undefined
}

/** Users by id in sign-up order, with a search. After changing the name or a user's emails, set the user again. */
export class UserTable<U extends SearchableUser> extends Table<U> {
  readonly #entries = new Map<string, Entry<U>>()
  #nextPosition = 0
  /** The entries in order; `undefined` after a change. */
  #list: ReadonlyArray<Entry<U>> | undefined;

  /** Reads the selected users in sign-up order. */
  *read({ from, ids, isReversed = false, searchesIds = false, text = "" }: UserSelection = {}): Generator<U> {
    const entries = ids === undefined ? this.#list ??= [...this.#entries.values()] : this.#entriesOf(ids)
    const start = from === undefined ? undefined : this.#entries.get(from)?.position
    for (let index = 0; index < entries.length; index++) {
      // Sound: the index is within the list.
      const { position, text: userText, user } = entries[isReversed ? entries.length - 1 - index : index]!
      if (start !== undefined && (isReversed ? position > start : position < start)) continue
      if (userText.includes(text) && containsText(user, text) || searchesIds && user.id.startsWith(text)) yield user
    }
  }

  override delete(id: string): boolean {
    this.#entries.delete(id)
    this.#list = undefined
    return super.delete(id)
  }

  override clear(): void {
    this.#entries.clear()
    this.#list = undefined
    super.clear()
  }

  override copy(copyRow: (user: U) => U): UserTable<U> {
    // Sound: `makeEmpty` creates an instance of this class.
    return super.copy(copyRow) as UserTable<U>
  }

  protected override makeEmpty(keysOf: (user: U) => ReadonlyArray<string>): UserTable<U> {
    return new UserTable(keysOf)
  }

  protected override put(id: string, user: U): this {
    const position = this.#entries.get(id)?.position ?? this.#nextPosition++
    this.#entries.set(id, { user, position, text: getSearchText(user) })
    this.#list = undefined
    return super.put(id, user)
  }

  #entriesOf(ids: Iterable<string>): ReadonlyArray<Entry<U>> {
    return [...new Set(ids)].flatMap((id) => this.#entries.get(id) ?? []).sort((a, b) => a.position - b.position)
  }
}

const getSearchText = ({ contactChannels, displayName }: SearchableUser): string =>
  [displayName ?? "", ...contactChannels.map(({ value }) => value)].join("\n").toLowerCase()

/** Returns `true` if a user's name or an email contains a text in lower case. */
export const containsText = ({ contactChannels, displayName }: SearchableUser, text: string): boolean =>
  (displayName ?? "").toLowerCase().includes(text) ||
  contactChannels.some(({ value }) => value.toLowerCase().includes(text))
