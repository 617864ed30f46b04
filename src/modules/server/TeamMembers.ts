export * from "../../server/TeamMembers.ts"
