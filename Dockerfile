# docker build -t assayer:0.1.0 .
FROM node:22-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY tests/generated-client/package.json tests/generated-client/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/bin bin
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/fixtures fixtures
# The folder that is mounted for target files and reports.
WORKDIR /work
USER node
ENTRYPOINT ["node", "/app/bin/assayer.js"]
CMD ["check"]
