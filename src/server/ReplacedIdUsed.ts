/**
 * A request has used an id that was replaced, after its grace time: the id was probably stolen, by this request's sender or
 * by the one who uses its successor. The session has been ended for both.
 */
export interface ReplacedIdUsed {
  /** The session's user; `undefined` if the tokens had no access token at the sign-in. */
  readonly userId: string | undefined
  /** The id of the service's session, as in `Sessions.list`; `undefined` if the tokens had no access token at the sign-in. */
  readonly sessionId: string | undefined
  readonly createdAt: Date
  /** The last use of a valid id, give or take a minute. */
  readonly lastUsedAt: Date
  /** When the last rotation took place. */
  readonly rotatedAt: Date
}
