/** A project's tables, and lookups by their secondary keys. */
import type { ProjectRow, UserRow } from "./rows.ts"
import { Table } from "./Table.ts"
import { UserTable } from "./UserTable.ts"

/** Creates a project's empty tables. */
export const makeTables = (): Pick<ProjectRow, "users" | "sessions" | "codes" | "apiKeys"> => ({
  users: new UserTable(({ contactChannels, oauthProviders, passkey }) => [
    ...contactChannels.flatMap(({ usedForAuth, value }) => usedForAuth ? [authEmailKey(value)] : []),
    ...oauthProviders.map(({ accountId, id }) => oauthAccountKey(id, accountId)),
    ...(passkey === null ? [] : [passkeyKey(passkey.credentialId)])
  ]),
  sessions: new Table(({ refreshToken, userId }) => [refreshToken, userId]),
  codes: new Table(({ code, purpose }) => [
    code.slice(-nonceLength),
    ...(purpose.for === "team-invitation" ? [purpose.teamId, invitationKey(purpose.email)] : [])
  ]),
  apiKeys: new Table(({ owner, value }) => [value, owner.type === "user" ? owner.userId : owner.teamId])
})

/** The number of characters in a code's nonce. The user types the six characters before it. */
export const nonceLength = 39

const authEmailKey = (email: string) => `e-mail ${email}`
const oauthAccountKey = (providerId: string, accountId: string) => `account ${JSON.stringify([providerId, accountId])}`
const passkeyKey = (credentialId: string) => `passkey ${credentialId}`

/** Returns the key for the codes that invite an email to teams. */
export const invitationKey = (email: string): string => `invited ${email}`

/** Normalizes an email as the service does: lower case since 2026, unchanged before. */
export const normalizeEmail = ({ generation }: Pick<ProjectRow, "generation">, email: string): string =>
  generation === "2025" ? email : email.toLowerCase()

/** Finds the user with a sign-in email. In 2025, emails are case-sensitive. */
export const findUserByAuthEmail = (project: ProjectRow, email: string): UserRow | undefined =>
  project.users.findByKey(authEmailKey(normalizeEmail(project, email)))[0]

/** Finds the users with a provider account. */
export const findUsersByOAuthAccount = (
  { users }: ProjectRow,
  providerId: string,
  accountId: string
): ReadonlyArray<UserRow> => users.findByKey(oauthAccountKey(providerId, accountId))

/** Finds the user with a passkey. */
export const findUserByPasskey = ({ users }: ProjectRow, credentialId: string): UserRow | undefined =>
  users.findByKey(passkeyKey(credentialId))[0]

/** Returns the user with an id, if any, or all users if no id is given. */
export const selectUsers = ({ users }: ProjectRow, id: string | undefined): ReadonlyArray<UserRow> =>
  id === undefined ? [...users.values()] : [users.get(id) ?? []].flat()

/** Updates the index after a user's emails, accounts or passkey have changed. Does nothing if the user was deleted. */
export const saveUser = ({ users }: ProjectRow, user: UserRow): void => {
  if (users.has(user.id)) users.set(user.id, user)
}
