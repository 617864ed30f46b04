/**
 * The tables of a project, and rows found by what is known of them besides their ids.
 *
 * @since 0.1.0
 */
import type { ProjectRow, UserRow } from "./State.ts"
import { Table } from "./Table.ts"

/**
 * Makes the tables of a project, without rows.
 *
 * @category constructors
 * @since 0.1.0
 */
export const emptyTables = (): Pick<ProjectRow, "users" | "sessions" | "codes" | "apiKeys"> => ({
  users: new Table(({ contactChannels, oauthProviders, passkey }) => [
    ...contactChannels.flatMap(({ usedForAuth, value }) => usedForAuth ? [authEmailText(value)] : []),
    ...oauthProviders.map(({ accountId, id }) => oauthAccountText(id, accountId)),
    ...(passkey === null ? [] : [passkeyText(passkey.credentialId)])
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

const authEmailText = (email: string) => `e-mail ${email}`
const oauthAccountText = (providerId: string, accountId: string) => `account ${JSON.stringify([providerId, accountId])}`
const passkeyText = (credentialId: string) => `passkey ${credentialId}`

/**
 * Returns an address as the service keeps it: in lower case since 2026, as it was given before.
 *
 * @category conversion
 * @since 0.1.0
 */
export const normalEmail = ({ generation }: Pick<ProjectRow, "generation">, email: string): string =>
  generation === "2025" ? email : email.toLowerCase()

/**
 * Finds the user who signs in with an address. In services of 2025, addresses differ by case.
 *
 * @category getters
 * @since 0.1.0
 */
export const userByAuthEmail = (project: ProjectRow, email: string): UserRow | undefined =>
  project.users.by(authEmailText(normalEmail(project, email)))[0]

/**
 * Finds the users that an account of an OAuth provider is connected to.
 *
 * @category getters
 * @since 0.1.0
 */
export const usersByOAuthAccount = (
  { users }: ProjectRow,
  providerId: string,
  accountId: string
): ReadonlyArray<UserRow> => users.by(oauthAccountText(providerId, accountId))

/**
 * Finds the user who signs in with a passkey.
 *
 * @category getters
 * @since 0.1.0
 */
export const userByPasskey = ({ users }: ProjectRow, credentialId: string): UserRow | undefined =>
  users.by(passkeyText(credentialId))[0]

/**
 * Keeps a user who was changed, unless the user is gone. Users are found by their addresses, accounts and passkeys as these
 * were when this was done last.
 *
 * @category mutations
 * @since 0.1.0
 */
export const keepUser = ({ users }: ProjectRow, user: UserRow): void => {
  if (users.has(user.id)) users.set(user.id, user)
}
