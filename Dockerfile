# The mock service. It needs what was built, and no other package: npm run build && docker build -t osdi-events .
FROM node:24-alpine
WORKDIR /app
# For the state file. Whatever user the container runs as may write there, and nobody may remove what is another's.
RUN mkdir -m 1777 state
COPY package.json LICENSE THIRD-PARTY-LICENSES.md ./
COPY dist dist/
USER node
EXPOSE 4010
VOLUME /app/state
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_mock/clock').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli.js", "mock", "--host", "0.0.0.0", "--port", "4010", "--state", "state/events.json"]
