import english from "../en/login.ts";
import { french } from "../wording.ts";

export default french(english, {});
