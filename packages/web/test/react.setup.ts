// React selects its build by NODE_ENV when it is first imported. The development build takes ten times as long to
// render a page.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = "production";
await Promise.all([import("react"), import("react/jsx-runtime"), import("react-dom/server")]);
process.env.NODE_ENV = NODE_ENV;

export {};
