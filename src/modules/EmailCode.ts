export * from "../auth/EmailCode.ts"
