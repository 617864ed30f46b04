export * from "../session/Claims.ts"
