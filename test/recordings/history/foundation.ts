/** The unrecorded steps between the recordings about users, sessions and passwords. */
import type { ProjectConfig } from "../../../src/emulator/state/ProjectConfig.ts"
import { claimsOf } from "../recordings.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {
  // The project of the request's key. Later responses show it.
  "api root with client headers": (world) => void main(world),
  "password update with refresh token header": (world) =>
    world.session(main(world), {
      id: "another session",
      userId: world.recorded.owner("password update with refresh token header").sub,
      refreshToken: world.recorded.tokenOf("refresh of another session after password update")
    }),
  "password update when user has none [no override header]": (world) =>
    world.user(main(world), {
      id: world.recorded.owner("password update when user has none [no override header]").sub,
      password: null,
      verified: true,
      otpAuthEnabled: true
    }),
  "sessions list own": (world) =>
    world.session(main(world), {
      id: world.recorded.owner("access token of the deleted session still works").sessionId,
      userId: world.recorded.owner("sessions list own").sub,
      refreshToken: world.recorded.tokenOf("refresh of deleted session"),
      createdAtMillis: world.recorded.bodyOf("sessions list own").items[0].created_at
    }),
  "refresh of expired session": (world) =>
    world.session(main(world), {
      id: "expired session",
      userId: world.recorded.owner("sign out current session").sub,
      refreshToken: world.recorded.tokenOf("refresh of expired session"),
      expiresAtMillis: 0
    }),
  "oauth refresh grant after sign out [no override header]": (world) => {
    const { access_token } = world.recorded.bodyOf("oauth refresh grant (json)")
    main(world).sessions.delete(world.names.of(claimsOf(access_token)!.sessionId))
  },
  "project current sign-up disabled": configure({ signUpEnabled: false }),
  "password sign-in disabled [no override header]": configure({ signUpEnabled: true, credentialEnabled: false }),
  "users/me delete disabled [no override header]": configure({
    magicLinkEnabled: true,
    clientUserDeletionEnabled: false
  }),
  "password sign-up localhost not allowed [no override header]": configure({
    clientUserDeletionEnabled: true,
    allowLocalhost: false
  })
}

function configure(config: Partial<ProjectConfig>) {
  return (world: World) => void Object.assign(main(world).config, config)
}
