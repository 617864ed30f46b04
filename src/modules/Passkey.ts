export * from "../auth/Passkey.ts"
