/** The endpoints of team API keys. */
import {
  apiKeyId,
  apiKeyUpdate,
  checkShape,
  CreatedTeamApiKey,
  creationFields,
  TeamApiKey,
  timestampNames
} from "./apiKeys.ts"
import { endpoint } from "./Endpoint.ts"
import { ApiKeyNotFound, RequestSchemaError, UserAuthenticationRequired } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuid } from "./uuid.ts"

const teamQuery = () => struct({ teamId: uuid })
const newKey = () => struct({ ...creationFields(), teamId: uuid }, timestampNames)

export const list = endpoint("teamApiKeys.list", "GET", "/team-api-keys", { session: true }, () => ({
  query: teamQuery(),
  success: listOf(TeamApiKey),
  errors: [UserAuthenticationRequired, ApiKeyNotFound, RequestSchemaError]
}))

export const create = endpoint("teamApiKeys.create", "POST", "/team-api-keys", { session: true }, () => ({
  payload: newKey(),
  success: CreatedTeamApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound, RequestSchemaError]
}))

export const get = endpoint("teamApiKeys.get", "GET", "/team-api-keys/:apiKeyId", { session: true }, () => ({
  params: apiKeyId(),
  query: teamQuery(),
  success: TeamApiKey,
  errors: [ApiKeyNotFound, UserAuthenticationRequired, RequestSchemaError]
}))

export const update = endpoint("teamApiKeys.update", "PATCH", "/team-api-keys/:apiKeyId", { session: true }, () => ({
  params: apiKeyId(),
  query: teamQuery(),
  payload: apiKeyUpdate(),
  success: TeamApiKey,
  errors: [ApiKeyNotFound, UserAuthenticationRequired, RequestSchemaError]
}))

export const listAsServer = endpoint("teamApiKeys.list.server", "GET", "/team-api-keys", { level: "server" }, () => ({
  query: teamQuery(),
  success: listOf(TeamApiKey),
  errors: [RequestSchemaError]
}))

export const createAsServer = endpoint("teamApiKeys.create.server", "POST", "/team-api-keys", {
  level: "server"
}, () => ({
  payload: newKey(),
  success: CreatedTeamApiKey,
  errors: [RequestSchemaError]
}))

export const getAsServer = endpoint("teamApiKeys.get.server", "GET", "/team-api-keys/:apiKeyId", {
  level: "server"
}, () => ({
  params: apiKeyId(),
  query: teamQuery(),
  success: TeamApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

export const updateAsServer = endpoint("teamApiKeys.update.server", "PATCH", "/team-api-keys/:apiKeyId", {
  level: "server"
}, () => ({
  params: apiKeyId(),
  query: teamQuery(),
  payload: apiKeyUpdate(),
  success: TeamApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

export const check = endpoint(
  "teamApiKeys.check",
  "POST",
  "/team-api-keys/check",
  { level: "server" },
  () => checkShape(TeamApiKey)
)
