/** A request, as its attempts share it. */
import type { RequestTokens } from "./headers.ts"
import type { RequestContext } from "./RequestContext.ts"

/** A call with the tokens that its attempts share. It contains secrets: never log it. */
export interface Request extends RequestContext {
  /** The session's tokens, or the refresh token alone. */
  readonly tokens: RequestTokens | undefined
  /** The project owner's tokens. The access token replaces the keys. */
  readonly ownerTokens: RequestTokens | undefined
}
