/** The table of users, in the order of sign-ups. */
import { RowOrder } from "./RowOrder.ts"
import { Table } from "./Table.ts"

/** The fields of a user that the search reads. */
export interface SearchableUser {
  readonly id: string
  readonly displayName: string | null
  readonly contactChannels: ReadonlyArray<{ readonly value: string }>
}

/**
 * Users by id, with their order and a search by id, name and email. Both are indexed on first use. After changing the name or
 * a user's emails, set the user again.
 */
export class UserTable<U extends SearchableUser> extends Table<U> {
  #order: RowOrder<U> | undefined

  /** The users in the order of their sign-ups. */
  get order(): RowOrder<U> {
    return this.#order ??= new RowOrder(this.values(), getSearchText)
  }

  override set(id: string, user: U): this {
    this.#order?.set(user)
    return super.set(id, user)
  }

  override delete(id: string): boolean {
    this.#order?.delete(id)
    return super.delete(id)
  }

  override clear(): void {
    this.#order = undefined
    super.clear()
  }

  override copy(copyRow: (user: U) => U): UserTable<U> {
    // Sound: `makeEmpty` creates a table of this class, and the copy has the same ids.
    const copy = super.copy(copyRow) as UserTable<U>
    copy.#order = this.#order?.copy((id) => copy.get(id)!)
    return copy
  }

  protected override makeEmpty(keysOf: (user: U) => ReadonlyArray<string>): UserTable<U> {
    return new UserTable(keysOf)
  }
}

/** Returns the name and the emails of a user in lower case, each in a line. */
const getSearchText = ({ contactChannels, displayName }: SearchableUser): string => {
  let text = (displayName ?? "").toLowerCase()
  for (const { value } of contactChannels) text += `\n${value.toLowerCase()}`
  return text
}

/** Returns `true` if the name or an email of a user contains a text in lower case. */
export const containsText = ({ contactChannels, displayName }: SearchableUser, text: string): boolean =>
  (displayName ?? "").toLowerCase().includes(text) ||
  contactChannels.some(({ value }) => value.toLowerCase().includes(text))
