# The local stack, for a machine that has nothing but Docker:
#   docker build -t parlance .
#   docker run --rm --init -it -p 127.0.0.1:3000:3000 -v parlance:/data parlance
FROM node:24-bookworm-slim
WORKDIR /parlance
COPY . .
RUN npm ci && mkdir /data && chown node /data
USER node
ENV DATA_DIR=/data BIND_ADDRESS=0.0.0.0
VOLUME /data
EXPOSE 3000
CMD ["npm", "start"]
