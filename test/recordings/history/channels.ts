/** The unrecorded steps between the recordings about contact channels and team invitations. */
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {
  "contact channels list own": (world) =>
    world.user(main(world), {
      id: world.recorded.owner("contact channels list own").sub,
      email: world.recorded.bodyOf("contact channels list own").items[0].value
    }),
  "contact channel create used for auth by someone else [no override header]": (world) =>
    world.user(main(world), {
      id: world.recorded.owner("legacy send-verification-code").sub,
      email: world.recorded.payloadOf("legacy send-verification-code").email
    }),
  "team invitation revoke without permission [no override header]": (world) => {
    const { path, query } = world.recorded.byName("team invitation revoke").request
    world.code(main(world), "0".repeat(45), {
      for: "team-invitation",
      teamId: world.names.of(query!["team_id"]!),
      email: "revoked@example.com"
    }, { id: path.split("/").at(-1)! })
  }
}
