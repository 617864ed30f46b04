/** Applies a seed to an emulator's state. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isHash } from "../rules/passwords.ts"
import { checkGrantable, isPossibleId } from "../rules/permissions.ts"
import { setEndpoints } from "../webhooks/rows.ts"
import { joinTeam } from "./memberships.ts"
import { addProject, toProjectConfig } from "./projectOptions.ts"
import { normalizeConfig } from "./projectRows.ts"
import { findUserByAuthEmail, normalizeEmail } from "./projectTables.ts"
import type { ProjectRow } from "./rows.ts"
import {
  type InvalidSeed,
  makeInvalidSeed,
  type Seed,
  type SeedContents,
  type SeedTeam,
  type SeedUser
} from "./seed.ts"
import type { ServiceState } from "./ServiceState.ts"
import { createTeam } from "./teamRows.ts"
import { createUser, primaryChannel } from "./userRows.ts"

/** Adds a seed's contents, and its further projects. If it fails, the state may contain a part of the seed. */
export const applySeed = Effect.fnUntraced(function*(
  state: ServiceState,
  project: ProjectRow,
  { projects = [], ...contents }: Seed
): Effect.fn.Return<void, InvalidSeed> {
  yield* applyContents(project, contents, "seed")
  for (
    const [index, { id, publishableClientKey, secretServerKey, superSecretAdminKey, ...rest }] of projects.entries()
  ) {
    const options = { id, publishableClientKey, secretServerKey, superSecretAdminKey }
    yield* applyContents(state.get(id) ?? (yield* addProject(state, options)), rest, `seed.projects[${index}]`)
  }
})

const applyContents = Effect.fnUntraced(function*(
  project: ProjectRow,
  { permissions = [], project: options = {}, teams = [], users = [], webhooks }: SeedContents,
  path: string
) {
  if (options.displayName !== undefined) project.displayName = options.displayName
  if (options.description !== undefined) project.description = options.description
  if (options.isProductionMode !== undefined) project.isProductionMode = options.isProductionMode
  for (const [index, { containedPermissionIds = [], description, id, scope }] of permissions.entries()) {
    if (id === "" || !isPossibleId(id) || id.startsWith("$")) {
      return yield* fail(`${path}.permissions[${index}].id must not be empty or start with $`)
    }
    project.permissionDefinitions.set(id, { scope, id, description, containedPermissionIds })
  }
  for (const [index, { containedPermissionIds = [], scope }] of permissions.entries()) {
    yield* checkPermissions(
      project,
      scope,
      containedPermissionIds,
      `${path}.permissions[${index}].contained_permission_ids`
    )
  }
  const config = normalizeConfig(toProjectConfig(options.config ?? {}))
  const defaults = [
    ["team", "teamCreatorDefaultPermissions", "team_creator_default_permissions"],
    ["team", "teamMemberDefaultPermissions", "team_member_default_permissions"],
    ["project", "userDefaultPermissions", "user_default_permissions"]
  ] as const
  for (const [scope, name, wireName] of defaults) {
    yield* checkPermissions(project, scope, config[name] ?? [], `${path}.project.config.${wireName}`)
  }
  Object.assign(project.config, config)
  const userIds = new Map<string, string>()
  for (const [index, user] of users.entries()) {
    const { id, ...row } = yield* addUser(project, user, `${path}.users[${index}]`)
    const email = primaryChannel({ id, ...row })?.value
    if (email !== undefined && !userIds.has(email)) userIds.set(email, id)
  }
  for (const [index, team] of teams.entries()) yield* addTeam(project, team, userIds, `${path}.teams[${index}]`)
  if (webhooks !== undefined) yield* setEndpoints(project, webhooks)
})

const addUser = Effect.fnUntraced(function*(
  project: ProjectRow,
  { password, passwordHash, permissions = [], ...fields }: SeedUser,
  path: string
) {
  const { id, primaryEmail, primaryEmailAuthEnabled = primaryEmail != null } = fields
  if (id !== undefined && project.users.has(id)) return yield* fail(`${path}.id is the id of another user`)
  if (primaryEmail != null && primaryEmailAuthEnabled && findUserByAuthEmail(project, primaryEmail) !== undefined) {
    return yield* fail(`${path}.primary_email is the sign-in email of another user`)
  }
  if (password !== undefined && passwordHash !== undefined) {
    return yield* fail(`${path} must have either password or password_hash, not both`)
  }
  const hash = passwordHash && Redacted.value(passwordHash)
  if (hash !== undefined && !isHash(hash)) {
    return yield* fail(`${path}.password_hash must be a bcrypt hash with at most 16 rounds`)
  }
  yield* checkPermissions(project, "project", permissions, `${path}.permissions`)
  const user = yield* Effect.orDie(createUser(project, {
    ...fields,
    primaryEmailAuthEnabled,
    password: hash === undefined ? password && { plain: Redacted.value(password) } : { bcrypt: hash }
  }))
  for (const permission of permissions) user.permissions.add(permission)
  return user
})

const addTeam = Effect.fnUntraced(function*(
  project: ProjectRow,
  { members = [], ...fields }: SeedTeam,
  userIds: ReadonlyMap<string, string>,
  path: string
) {
  if (fields.id !== undefined && project.teams.has(fields.id)) {
    return yield* fail(`${path}.id is the id of another team`)
  }
  const team = yield* Effect.orDie(createTeam(project, fields, undefined))
  for (const [index, { permissions, user, ...profile }] of members.entries()) {
    const inner = `${path}.members[${index}]`
    const userId = project.users.has(user)
      ? user
      : userIds.get(normalizeEmail(project, user)) ?? findUserByAuthEmail(project, user)?.id
    if (userId === undefined) return yield* fail(`${inner}.user is neither the id nor the email of a user`)
    if (team.members.has(userId)) return yield* fail(`${inner}.user is already a member of the team`)
    const member = yield* Effect.orDie(joinTeam(project, team, userId, "member"))
    member.displayName = profile.displayName ?? null
    member.profileImageUrl = profile.profileImageUrl ?? null
    if (permissions === undefined) continue
    yield* checkPermissions(project, "team", permissions, `${inner}.permissions`)
    member.permissions.clear()
    for (const permission of permissions) member.permissions.add(permission)
  }
})

const checkPermissions = (project: ProjectRow, scope: "team" | "project", ids: ReadonlyArray<string>, path: string) =>
  Effect.forEach(
    ids,
    (id, index) =>
      Effect.mapError(
        checkGrantable(project, scope, id),
        ({ message }) => makeInvalidSeed([`${path}[${index}]: ${message}`])
      ),
    { discard: true }
  )

const fail = (problem: string) => Effect.fail(makeInvalidSeed([problem]))
