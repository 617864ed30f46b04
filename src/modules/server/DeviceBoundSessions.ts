export * from "../../server/DeviceBoundSessions.ts"
