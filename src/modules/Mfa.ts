export * from "../auth/Mfa.ts"
