/** The endpoints of user API keys. */
import {
  apiKeyId,
  apiKeyUpdate,
  checkShape,
  CreatedUserApiKey,
  creationFields,
  timestampNames,
  UserApiKey
} from "./apiKeys.ts"
import { optional } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  ApiKeyNotFound,
  CannotGetOwnUserWithoutUser,
  RequestSchemaError,
  UserAuthenticationRequired
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuidOrMe } from "./uuid.ts"

const userQuery = () => struct({ userId: uuidOrMe })
// The user's id is optional here.
const optionalUserQuery = () => struct({ userId: optional(uuidOrMe) })
const newKey = () => struct({ ...creationFields(), userId: uuidOrMe }, timestampNames)

export const list = endpoint("userApiKeys.list", "GET", "/user-api-keys", { session: true }, () => ({
  query: userQuery(),
  success: listOf(UserApiKey),
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const create = endpoint("userApiKeys.create", "POST", "/user-api-keys", { session: true }, () => ({
  payload: newKey(),
  success: CreatedUserApiKey,
  errors: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const get = endpoint("userApiKeys.get", "GET", "/user-api-keys/:apiKeyId", { session: true }, () => ({
  params: apiKeyId(),
  query: optionalUserQuery(),
  success: UserApiKey,
  errors: [ApiKeyNotFound, UserAuthenticationRequired, RequestSchemaError]
}))

export const update = endpoint("userApiKeys.update", "PATCH", "/user-api-keys/:apiKeyId", { session: true }, () => ({
  params: apiKeyId(),
  query: optionalUserQuery(),
  payload: apiKeyUpdate(),
  success: UserApiKey,
  errors: [ApiKeyNotFound, UserAuthenticationRequired, RequestSchemaError]
}))

export const listAsServer = endpoint("userApiKeys.list.server", "GET", "/user-api-keys", {
  level: "server",
  session: "me"
}, () => ({
  query: userQuery(),
  success: listOf(UserApiKey),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const createAsServer = endpoint("userApiKeys.create.server", "POST", "/user-api-keys", {
  level: "server",
  session: "me"
}, () => ({
  payload: newKey(),
  success: CreatedUserApiKey,
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const getAsServer = endpoint("userApiKeys.get.server", "GET", "/user-api-keys/:apiKeyId", {
  level: "server"
}, () => ({
  params: apiKeyId(),
  query: optionalUserQuery(),
  success: UserApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

export const updateAsServer = endpoint("userApiKeys.update.server", "PATCH", "/user-api-keys/:apiKeyId", {
  level: "server"
}, () => ({
  params: apiKeyId(),
  query: optionalUserQuery(),
  payload: apiKeyUpdate(),
  success: UserApiKey,
  errors: [ApiKeyNotFound, RequestSchemaError]
}))

export const check = endpoint(
  "userApiKeys.check",
  "POST",
  "/user-api-keys/check",
  { level: "server" },
  () => checkShape(UserApiKey)
)
