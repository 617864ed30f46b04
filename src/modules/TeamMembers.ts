export * from "../account/TeamMembers.ts"
