export * from "../platform/Locks.ts"
