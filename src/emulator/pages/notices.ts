/** The notices after actions. */

/** The texts of notices by the name in a page's query. */
export const notices = {
  "user-created": "User created.",
  "user-deleted": "User deleted.",
  "session-revoked": "Session revoked. Its access token works until it expires.",
  "sessions-revoked": "Sessions revoked. Their access tokens work until they expire.",
  "tokens-expired": "Access tokens expired. Clients refresh them with their next request.",
  "fault-added": "Fault added.",
  "fault-removed": "Fault removed.",
  "clock-moved": "Clock moved.",
  "clock-reset": "Clock set back to the program's time.",
  reset: "Emulator reset to its starting state."
} as const
