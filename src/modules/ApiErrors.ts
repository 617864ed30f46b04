export * from "../call/ApiError.ts"
