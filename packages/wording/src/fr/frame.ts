import english from "../en/frame.ts";
import { french } from "../wording.ts";

export default french(english, {});
