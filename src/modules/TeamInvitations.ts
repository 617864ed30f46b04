export * from "../account/TeamInvitations.ts"
