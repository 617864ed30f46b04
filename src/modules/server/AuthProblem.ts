export * from "../../server/AuthProblem.ts"
