import english from "../en/roadblock.ts";
import { french } from "../wording.ts";

export default french(english, {});
