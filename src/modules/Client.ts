export * from "../session/Client.ts"
