export * from "../../server/Jwks.ts"
