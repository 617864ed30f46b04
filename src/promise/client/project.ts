/** The project, and the signed-in user's projects. */
import * as Effect from "effect/Effect"
import type { ProjectCreation } from "../../account/OwnedProjects.ts"
import * as OwnedProjects from "../../account/OwnedProjects.ts"
import type { FeatureSupport } from "../../account/Project.ts"
import * as Project from "../../account/Project.ts"
import { create } from "../../wire/adminProjects.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"
import { type Plain, toPlainSecrets } from "./secrets.ts"
import type { Services } from "./Services.ts"

/** The project and its service. */
export interface ProjectGroup {
  /** Gets the project's public settings, such as its sign-in methods. */
  readonly get: (options?: CallOptions) => Call<Project.Project, Project.GetError>
  readonly checkFeatureSupport: (
    name: string,
    options?: CallOptions
  ) => Call<FeatureSupport, Project.CheckFeatureSupportError>
  /** Returns the public keys that verify access tokens. */
  readonly getSigningKeys: (
    options?: CallOptions & {
      readonly includeRestricted?: boolean | undefined
      readonly includeAnonymous?: boolean | undefined
    }
  ) => Call<ReadonlyArray<Project.SigningKey>, Project.GetSigningKeysError>
  readonly getApiRoot: (options?: CallOptions) => Call<string, Project.GetApiRootError>
  readonly checkHealth: (options?: CallOptions) => Call<void, Project.CheckHealthError>
}

/** @internal */
export const project = /*#__PURE__*/ withNames<ProjectGroup, Services>({
  get: () => Project.get,
  checkFeatureSupport: (name) => Project.checkFeatureSupport(name),
  getSigningKeys: (options) => Project.getSigningKeys(options),
  getApiRoot: () => Project.getApiRoot,
  checkHealth: () => Project.checkHealth
}, { getSigningKeys: [{ includeRestricted: true, includeAnonymous: true }] })

/** A user's project, with its secrets as plain strings that are not enumerable. */
export interface OwnedProject extends Plain<OwnedProjects.AdminProject> {}

/** The projects of a user in the project `internal`, which is the service's dashboard. */
export interface OwnedProjectsGroup {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<OwnedProject>, OwnedProjects.ListError>
  readonly create: (project: ProjectCreation, options?: CallOptions) => Call<OwnedProject, OwnedProjects.CreateError>
  readonly transfer: (
    projectId: string,
    newTeamId: string,
    options?: CallOptions
  ) => Call<void, OwnedProjects.TransferError>
}

/** @internal */
export const ownedProjects = /*#__PURE__*/ withNames<OwnedProjectsGroup, Services>({
  list: () => Effect.map(OwnedProjects.list, toPlainSecrets),
  create: (project) => Effect.map(OwnedProjects.create(project), toPlainSecrets),
  transfer: (projectId, newTeamId) => OwnedProjects.transfer(projectId, newTeamId)
}, { create: [fieldsOf(create)] })
