/**
 * What lies between the recordings about contact channels and team invitations.
 */
import { byName, fieldsOf, payloadOf } from "../recordings.ts"
import { bodyOf, type Exceptions, main, type Meanwhile, owner } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {
  "contact channels list own": (world) =>
    world.user(main(world), {
      id: owner("contact channels list own").sub,
      email: bodyOf("contact channels list own").items[0].value
    }),
  "contact channel create used for auth by someone else [no override header]": (world) =>
    world.user(main(world), {
      id: owner("legacy send-verification-code").sub,
      email: fieldsOf(payloadOf(byName("legacy send-verification-code").request)).email
    }),
  "team invitation revoke without permission [no override header]": (world) => {
    const { path, query } = byName("team invitation revoke").request
    world.code(main(world), "0".repeat(45), {
      for: "team-invitation",
      teamId: world.names.of(query!["team_id"]!),
      email: "revoked@example.com"
    }, { id: path.split("/").at(-1)! })
  }
}
