export * from "../../server/ForeignUse.ts"
