/**
 * The tables of a project, and rows found by what is known of them besides their ids.
 *
 * @since 0.1.0
 */
import type { ProjectRow, UserRow } from "./rows.ts"
import { Table } from "./Table.ts"

/**
 * Makes the tables of a project, without rows.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeTables = (): Pick<ProjectRow, "users" | "sessions" | "codes" | "apiKeys"> => ({
  users: new Table(({ contactChannels, oauthProviders, passkey }) => [
    ...contactChannels.flatMap(({ usedForAuth, value }) => usedForAuth ? [authEmailKey(value)] : []),
    ...oauthProviders.map(({ accountId, id }) => oauthAccountKey(id, accountId)),
    ...(passkey === null ? [] : [passkeyKey(passkey.credentialId)])
  ]),
  sessions: new Table(({ refreshToken, userId }) => [refreshToken, userId]),
  codes: new Table(({ code, purpose }) => [
    code.slice(-nonceLength),
    ...(purpose.for === "team-invitation" ? [purpose.teamId] : [])
  ]),
  apiKeys: new Table(({ owner, value }) => [value, owner.type === "user" ? owner.userId : owner.teamId])
})

/** How many last characters say which code is meant: the first six are what a user types. */
export const nonceLength = 39

const authEmailKey = (email: string) => `e-mail ${email}`
const oauthAccountKey = (providerId: string, accountId: string) => `account ${JSON.stringify([providerId, accountId])}`
const passkeyKey = (credentialId: string) => `passkey ${credentialId}`

/**
 * Returns an address as the service keeps it: in lower case since 2026, as it was given before.
 *
 * @category conversion
 * @since 0.1.0
 */
export const normalizeEmail = ({ generation }: Pick<ProjectRow, "generation">, email: string): string =>
  generation === "2025" ? email : email.toLowerCase()

/**
 * Finds the user who signs in with an address. In services of 2025, addresses differ by case.
 *
 * @category getters
 * @since 0.1.0
 */
export const findUserByAuthEmail = (project: ProjectRow, email: string): UserRow | undefined =>
  project.users.findByKey(authEmailKey(normalizeEmail(project, email)))[0]

/**
 * Finds the users that an account of an OAuth provider is connected to.
 *
 * @category getters
 * @since 0.1.0
 */
export const findUsersByOAuthAccount = (
  { users }: ProjectRow,
  providerId: string,
  accountId: string
): ReadonlyArray<UserRow> => users.findByKey(oauthAccountKey(providerId, accountId))

/**
 * Finds the user who signs in with a passkey.
 *
 * @category getters
 * @since 0.1.0
 */
export const findUserByPasskey = ({ users }: ProjectRow, credentialId: string): UserRow | undefined =>
  users.findByKey(passkeyKey(credentialId))[0]

/**
 * Keeps a user who was changed, unless the user is gone. Users are found by their addresses, accounts and passkeys as these
 * were when this was done last.
 *
 * @category mutations
 * @since 0.1.0
 */
export const saveUser = ({ users }: ProjectRow, user: UserRow): void => {
  if (users.has(user.id)) users.set(user.id, user)
}
