export * from "../../server/TeamInvitations.ts"
