export * from "../session/ForeignUse.ts"
