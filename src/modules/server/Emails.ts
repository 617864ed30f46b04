export * from "../../server/Emails.ts"
