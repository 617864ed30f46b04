/** Applies a call's result to cached lists and teams. */
import * as Redacted from "effect/Redacted"
import type { EndpointCall } from "../call/Caller.ts"

/**
 * Returns the value after a call that determines it. Returns `undefined` if the value has to be fetched.
 *
 * A resource key that belongs to a team ends with the team's id.
 */
// `any`, because values and responses have all types. The resource declares which responses contain its value.
export const applyCall = (
  key: string,
  value: any,
  { input: { params = {} }, result }: EndpointCall
): any => {
  const teamId = result?.teamId ?? params.teamId
  if (teamId !== undefined && key.includes("/") && !key.endsWith(teamId)) return value
  if (!Array.isArray(value)) return result?.id === value?.id ? result : undefined
  const id = idOf(result)
  if (id === undefined) {
    const removed = Object.values(params)
    const rest = value.filter((item) => !removed.includes(idOf(item)))
    return rest.length < value.length ? rest : undefined
  }
  // A new primary contact channel replaces another one.
  if (result.isPrimary) return undefined
  // A list shows a new key's last characters.
  const item = Redacted.isRedacted(result.value)
    ? { ...result, value: { lastFour: String(Redacted.value(result.value)).slice(-4) } }
    : result
  return value.some((other) => idOf(other) === id)
    ? value.map((other) => idOf(other) === id ? item : other)
    : [...value, item]
}

/** Returns an item's id. A team member's profile has its user's id. `any`, because items have all types. */
const idOf = (item: any): unknown => item?.id ?? item?.userId
