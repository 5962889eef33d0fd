import english from "../en/demo.ts";
import { french } from "../wording.ts";

export default french(english, {});
