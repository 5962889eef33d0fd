import english from "../en/gateway.ts";
import { french } from "../wording.ts";

export default french(english, {});
