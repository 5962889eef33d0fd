import english from "../en/message.ts";
import { french } from "../wording.ts";

export default french(english, {});
