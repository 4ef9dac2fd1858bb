export { type Config, ConfigError, environmentWithFile, readConfig } from "./config.ts";
export {
  openRuntime,
  type Overrides,
  type RunningServer,
  type Runtime,
  type ServeOptions,
  startServer,
} from "./start-server.ts";
export { issueAdminKey } from "./workspaces/workspace-service.ts";
