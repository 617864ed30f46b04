export * from "../../server/SessionStore.ts"
