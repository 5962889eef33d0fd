import english from "../en/legal.ts";
import { french } from "../wording.ts";

export default french(english, {});
